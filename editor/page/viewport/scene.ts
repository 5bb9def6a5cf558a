/* The viewport's scene, without React. Invariant: it draws only after something has changed, at most once a frame. */
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, Fog, Group, HemisphereLight, Line,
  LineBasicMaterial, LineSegments, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Points, PointsMaterial,
  Scene as ThreeScene, SRGBColorSpace, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { MeshesHeard, ModelPush, PoseHeard } from '../../generated/protocol';
import { paint, unpaint } from '../live/frame';
import type { Rgb } from './color';
import { bodyOf, boundsOf, Figure, paintMask, paintMaterials, sameMeshes, type Body } from './meshes';
import { localsOf, worlds, type Transform } from './rig';

export interface Theme {
  back: Rgb;
  grid: Rgb;
  body: Rgb;
  accent: Rgb;
  bone: Rgb;
}

export interface Options {
  mesh: boolean;
  skeleton: boolean;
  grid: boolean;
  ghosts: boolean;
  path: boolean;
  follow: boolean;
}

const GHOSTS = 4;
const GHOST_EVERY = 0.12; // seconds of the player's time
const PATH_POINTS = 1200;
const GRID_LINES = 40; // each way
const JOINT_REACH = 14; // pixels
const SLOW_WAIT = 45; // milliseconds between pictures that the processor draws

interface Ghost {
  figure: Figure | null;
  group: Group;
  material: MeshBasicMaterial;
}

interface Trace {
  time: number;
  root: [number, number, number, number];
  worlds: Float32Array;
}

const color = ([r, g, b]: Rgb): Color => new Color().setRGB(r, g, b, SRGBColorSpace);

export class Viewer {
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  locals: Transform[] = [];
  worlds = new Float32Array(0);
  time = 0;
  drawn = 0; // frames, for tests of "nothing changed, nothing drawn"

  private readonly renderer: WebGLRenderer;
  private readonly scene = new ThreeScene();
  private readonly controls: OrbitControls;
  private readonly root = new Group();
  private readonly material = new MeshLambertMaterial({ side: DoubleSide });
  private readonly bones = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
  private readonly joints = new Points(new BufferGeometry(), new PointsMaterial({ size: 5, sizeAttenuation: false, depthTest: false, transparent: true }));
  private readonly grid = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, vertexColors: true }));
  private readonly path = new Line(new BufferGeometry(), new LineBasicMaterial());
  private readonly key = new DirectionalLight(0xffffff, 2.1);
  private readonly rim = new DirectionalLight(0xffffff, 0.9);
  private readonly ghosts: Ghost[] = [];
  private readonly traces: Trace[] = [];
  private readonly pathPoints = new Float32Array(3 * PATH_POINTS);
  private pathCount = 0;
  private options: Options = { mesh: true, skeleton: false, grid: true, ghosts: false, path: true, follow: true };
  private theme: Theme | null = null;
  private body: Body | null = null;
  private sent: MeshesHeard | null = null;
  private figure: Figure | null = null;
  private parents: number[] = [];
  private names: string[] = [];
  private mask: Float32Array | null = null;
  private size = 2; // of the model, metres
  private framed = false;
  private lastRoot: [number, number, number] | null = null;
  private lost = false;
  private drawnAt = 0;
  private late: ReturnType<typeof setTimeout> | undefined;

  /* Throws where there is no WebGL. `slow`: the processor draws. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly slow: boolean) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.slow, powerPreference: 'low-power' });
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.mouseButtons = { LEFT: 0, MIDDLE: 2, RIGHT: 2 };
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', this.invalidate);
    this.camera.position.set(1.5, 2.0, 3.2);
    this.controls.target.set(0, 0.9, 0);
    this.key.position.set(1.5, 3, 3);
    this.rim.position.set(-2, 2.5, -3);
    this.scene.add(new HemisphereLight(0xffffff, 0x6a7080, 1.15), new AmbientLight(0xffffff, 0.15), this.key, this.rim, this.root, this.grid, this.path);
    this.bones.renderOrder = this.joints.renderOrder = 2;
    for (const object of [this.bones, this.joints, this.path, this.grid]) object.frustumCulled = false;
    this.root.add(this.bones, this.joints);
    for (let i = 0; i < GHOSTS; ++i) this.ghosts.push(this.ghost(i));
    canvas.addEventListener('webglcontextlost', this.contextLost);
    canvas.addEventListener('webglcontextrestored', this.contextBack);
  }

  private contextLost = (event: Event): void => {
    event.preventDefault();
    this.lost = true;
  };
  private contextBack = (): void => {
    this.lost = false;
    this.invalidate();
  };

  private ghost(i: number): Ghost {
    const material = new MeshBasicMaterial({ transparent: true, opacity: 0.2 - 0.04 * i, depthWrite: false });
    const group = new Group();
    group.visible = false;
    this.scene.add(group);
    return { figure: null, group, material };
  }

  dispose(): void {
    unpaint(this.draw);
    clearTimeout(this.late);
    this.controls.dispose();
    this.clear();
    this.canvas.removeEventListener('webglcontextlost', this.contextLost);
    this.canvas.removeEventListener('webglcontextrestored', this.contextBack);
    for (const object of [this.bones, this.joints, this.grid, this.path]) {
      object.geometry.dispose();
      object.material.dispose();
    }
    this.material.dispose();
    this.renderer.dispose();
  }

  invalidate = (): void => paint(this.draw);

  private draw = (): void => {
    if (this.lost) return;
    const now = performance.now();
    if (this.slow && now - this.drawnAt < SLOW_WAIT) {
      this.late ??= setTimeout(this.invalidate, SLOW_WAIT - (now - this.drawnAt));
      return;
    }
    this.drawnAt = now;
    this.late = undefined;
    this.placeGrid();
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
  };

  // ---- what is shown ----

  private clear(): void {
    this.figure?.dispose();
    this.figure = null;
    for (const ghost of this.ghosts) {
      ghost.figure?.dispose();
      ghost.figure = null;
      ghost.group.visible = false;
    }
    for (const part of this.body?.parts ?? []) part.geometry.dispose();
    this.body = null;
  }

  /* A model with the same joints is the one that is shown, loaded again: what the user looks at stays as it is. */
  setModel(model: ModelPush | null): void {
    const same = model !== null && model.joints.length === this.parents.length &&
      model.joints.every((joint, i) => joint.parent === this.parents[i] && joint.name === this.names[i]);
    if (same) return;
    this.clear();
    this.parents = model?.joints.map((joint) => joint.parent) ?? [];
    this.names = model?.joints.map((joint) => joint.name) ?? [];
    this.locals = [];
    this.worlds = new Float32Array(16 * this.parents.length);
    this.mask = null;
    this.framed = false;
    this.forget();
    const bones = this.parents.filter((parent) => parent >= 0).length;
    this.bones.geometry.dispose();
    this.joints.geometry.dispose();
    this.bones.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6 * bones), 3));
    this.joints.geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(3 * this.parents.length), 3));
    this.joints.geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * this.parents.length).fill(1), 3));
    this.apply();
  }

  setMeshes(meshes: MeshesHeard): void {
    if (this.body && this.sent && sameMeshes(meshes, this.sent)) return;
    this.clear();
    this.sent = meshes;
    this.body = bodyOf(meshes);
    this.figure = new Figure(this.body, this.material);
    this.root.add(...this.figure.objects);
    for (const ghost of this.ghosts) {
      ghost.figure = new Figure(this.body, ghost.material);
      ghost.group.add(...ghost.figure.objects);
    }
    this.paint();
    this.apply();
    if (this.locals.length) this.figure.pose(this.worlds);
  }

  setPose(pose: PoseHeard): void {
    this.locals = localsOf(pose.joints, pose.scales);
    if (this.worlds.length !== 16 * this.locals.length) this.worlds = new Float32Array(16 * this.locals.length);
    worlds(this.worlds, this.locals, this.parents);
    const back = pose.time < this.time;
    this.time = pose.time;
    this.root.position.set(pose.rootX, pose.rootY, pose.rootZ);
    this.root.rotation.set(0, pose.rootYaw, 0);
    this.figure?.pose(this.worlds);
    this.placeBones();
    if (back) this.forget();
    this.trace([pose.rootX, pose.rootY, pose.rootZ, pose.rootYaw]);
    this.followRoot(pose);
    if (!this.framed && this.locals.length) this.frame();
    this.invalidate();
  }

  /* Ghosts and path begin anew. */
  forget(): void {
    this.traces.length = 0;
    this.pathCount = 0;
    this.path.visible = false;
    for (const ghost of this.ghosts) ghost.group.visible = false;
  }

  setOptions(options: Options): void {
    if (options.ghosts && !this.options.ghosts) this.traces.length = 0;
    this.options = options;
    this.apply();
  }

  setMask(weights: Float32Array | null): void {
    this.mask = weights;
    this.paint();
    this.apply();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.scene.background = color(theme.back);
    this.scene.fog = new Fog(color(theme.back), 1, 100);
    this.bones.material.color = color(theme.bone);
    this.joints.material.color = color(theme.bone);
    this.path.material.color = color(theme.accent);
    for (const ghost of this.ghosts) ghost.material.color = color(theme.accent);
    this.buildGrid();
    this.paint();
    this.apply();
  }

  private apply(): void {
    const { options, theme } = this;
    for (const object of this.figure?.objects ?? []) object.visible = options.mesh;
    const bones = options.skeleton || !options.mesh || (this.body !== null && this.body.parts.length === 0);
    this.bones.visible = this.joints.visible = bones;
    this.grid.visible = options.grid;
    this.path.visible = options.path && this.pathCount > 1;
    const painted = this.mask !== null || this.body?.colored === true;
    if (theme) this.material.color = painted ? new Color(1, 1, 1) : color(theme.body);
    this.material.vertexColors = painted;
    this.material.needsUpdate = true;
    this.showGhosts();
    this.invalidate();
  }

  private paint(): void {
    if (!this.body || !this.theme) return;
    if (!this.mask) return this.body.colored ? paintMaterials(this.body) : undefined;
    const linear = (rgb: Rgb): Rgb => color(rgb).toArray() as Rgb;
    paintMask(this.body, this.mask, linear(this.theme.body), linear(this.theme.accent));
  }

  private placeBones(): void {
    const at = (joint: number, axis: number): number => this.worlds[16 * joint + 12 + axis]!;
    const lines = this.bones.geometry.getAttribute('position') as BufferAttribute | undefined;
    const dots = this.joints.geometry.getAttribute('position') as BufferAttribute | undefined;
    if (!lines || !dots || dots.count !== this.parents.length) return;
    let next = 0;
    this.parents.forEach((parent, joint) => {
      dots.setXYZ(joint, at(joint, 0), at(joint, 1), at(joint, 2));
      if (parent < 0) return;
      lines.setXYZ(next++, at(parent, 0), at(parent, 1), at(parent, 2));
      lines.setXYZ(next++, at(joint, 0), at(joint, 1), at(joint, 2));
    });
    lines.needsUpdate = dots.needsUpdate = true;
  }

  // ---- where it was ----

  private trace(root: [number, number, number, number]): void {
    this.tracePath(root);
    const last = this.traces[this.traces.length - 1];
    if (!this.options.ghosts || (last && this.time - last.time < GHOST_EVERY)) return;
    this.traces.push({ time: this.time, root, worlds: this.worlds.slice() });
    if (this.traces.length > GHOSTS + 1) this.traces.shift();
    this.showGhosts();
  }

  /* The latest trace is where the model stands now, or nearly: it is no ghost. */
  private showGhosts(): void {
    this.ghosts.forEach((ghost, i) => {
      const trace = this.traces[this.traces.length - 2 - i];
      ghost.group.visible = this.options.ghosts && this.options.mesh && trace !== undefined && ghost.figure !== null;
      if (!ghost.group.visible || !trace) return;
      ghost.group.position.set(trace.root[0], trace.root[1], trace.root[2]);
      ghost.group.rotation.set(0, trace.root[3], 0);
      ghost.figure?.pose(trace.worlds);
    });
  }

  private tracePath([x, y, z]: [number, number, number, number]): void {
    const p = this.pathPoints;
    const end = 3 * this.pathCount;
    if (this.pathCount && Math.hypot(p[end - 3]! - x, p[end - 2]! - y, p[end - 1]! - z) < 0.005 * this.size) return;
    if (this.pathCount === PATH_POINTS) {
      p.copyWithin(0, 3);
      this.pathCount--;
    }
    p.set([x, y, z], 3 * this.pathCount++);
    let attribute = this.path.geometry.getAttribute('position') as BufferAttribute | undefined;
    if (!attribute) this.path.geometry.setAttribute('position', (attribute = new BufferAttribute(p, 3)));
    attribute.needsUpdate = true;
    this.path.geometry.setDrawRange(0, this.pathCount);
    this.path.visible = this.options.path && this.pathCount > 1;
  }

  private followRoot(pose: PoseHeard): void {
    const now: [number, number, number] = [pose.rootX, pose.rootY, pose.rootZ];
    if (this.options.follow && this.lastRoot && this.framed) {
      const by = new Vector3(now[0] - this.lastRoot[0], now[1] - this.lastRoot[1], now[2] - this.lastRoot[2]);
      this.camera.position.add(by);
      this.controls.target.add(by);
      this.camera.lookAt(this.controls.target);
    }
    this.lastRoot = now;
  }

  // ---- the camera ----

  resize(width: number, height: number): void {
    this.renderer.setPixelRatio(this.slow ? 1 : Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.drawnAt = 0;
    this.draw();
  }

  /* All that stands there now, joints and skin, with a little room around. */
  frame(): void {
    const { low, high } = boundsOf(this.body, this.worlds);
    if (!(low.x <= high.x)) return;
    const extent = high.clone().sub(low);
    this.size = Math.max(extent.length(), 1e-3);
    const middle = low.add(high).multiplyScalar(0.5).applyMatrix4(this.root.matrix.compose(this.root.position, this.root.quaternion, this.root.scale));
    const away = this.camera.position.clone().sub(this.controls.target).normalize();
    const tan = Math.tan((this.camera.fov * Math.PI) / 360);
    const across = Math.hypot(extent.x, extent.z) / 2;
    const fit = 1.12 * Math.max(extent.y / 2 / tan, across / tan / this.camera.aspect) + across;
    this.controls.target.copy(middle);
    this.camera.position.copy(middle).addScaledVector(away, fit);
    this.camera.near = this.size / 200;
    this.camera.far = this.size * 200;
    this.camera.updateProjectionMatrix();
    const fog = this.scene.fog as Fog | null;
    if (fog) [fog.near, fog.far] = [this.size * 2, this.size * 8];
    this.buildGrid();
    this.framed = this.body !== null;
    this.controls.update();
    this.invalidate();
  }

  /* Angles in radians. */
  orbit(across: number, up: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 1, 0), across);
    const side = new Vector3(0, 1, 0).cross(offset).normalize();
    const raised = offset.clone().applyAxisAngle(side, -up);
    if (Math.abs(raised.clone().normalize().y) < 0.995) offset.copy(raised);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.invalidate();
  }

  /* Shares of the view. */
  pan(across: number, up: number): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const by = new Vector3().setFromMatrixColumn(this.camera.matrix, 0).multiplyScalar(across * distance)
      .addScaledVector(new Vector3().setFromMatrixColumn(this.camera.matrix, 1), up * distance);
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
    this.invalidate();
  }

  zoom(by: number): void {
    this.camera.position.sub(this.controls.target).multiplyScalar(by).add(this.controls.target);
    this.controls.update();
    this.invalidate();
  }

  /* From the front, the side, above: where the camera looks from. */
  lookFrom(x: number, y: number, z: number): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.position.copy(new Vector3(x, y, z).normalize().multiplyScalar(distance).add(this.controls.target));
    this.controls.update();
    this.invalidate();
  }

  // ---- the grid ----

  /* A line every tenth, fifth or whole power of ten of metres, so that the model stands on some ten of them. */
  private get cell(): number {
    return Math.pow(10, Math.floor(Math.log10(Math.max(this.size, 1e-3)))) * 0.5;
  }

  private buildGrid(): void {
    if (!this.theme) return;
    const { cell } = this;
    const reach = GRID_LINES * cell;
    const positions: number[] = [];
    const colors: number[] = [];
    const fine = color(this.theme.grid);
    const back = color(this.theme.back);
    for (let i = -GRID_LINES; i <= GRID_LINES; ++i) {
      positions.push(i * cell, 0, -reach, i * cell, 0, reach, -reach, 0, i * cell, reach, 0, i * cell);
      const shade = back.clone().lerp(fine, i % 2 === 0 ? 1 : 0.45);
      for (let k = 0; k < 4; ++k) colors.push(shade.r, shade.g, shade.b);
    }
    this.grid.geometry.dispose();
    this.grid.geometry = new BufferGeometry();
    this.grid.geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
    this.grid.geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 3));
  }

  /* It goes with what is looked at, by whole cells, so that it never ends. */
  private placeGrid(): void {
    const step = 2 * this.cell;
    this.grid.position.x = Math.round(this.controls.target.x / step) * step;
    this.grid.position.z = Math.round(this.controls.target.z / step) * step;
  }

  // ---- joints under the pointer ----

  /* In pixels of the canvas: the nearest joint in reach, with where it is on screen. */
  pick(x: number, y: number): { joint: number; name: string; x: number; y: number } | null {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    let best: { joint: number; name: string; x: number; y: number } | null = null;
    let least = JOINT_REACH * JOINT_REACH;
    this.root.updateMatrixWorld();
    for (let joint = 0; joint < this.parents.length; ++joint) {
      const point = new Vector3().fromArray(this.worlds, 16 * joint + 12).applyMatrix4(this.root.matrixWorld).project(this.camera);
      if (point.z > 1) continue;
      const at = { x: (point.x * 0.5 + 0.5) * width, y: (0.5 - point.y * 0.5) * height };
      const off = (at.x - x) ** 2 + (at.y - y) ** 2;
      if (off > least) continue;
      least = off;
      best = { joint, name: this.names[joint] ?? '', ...at };
    }
    return best;
  }
}
