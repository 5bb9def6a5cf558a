// The graph canvas: states as boxes, transitions as arrows. A picture of the document and of what is selected; gestures,
// keys and menus run commands.

import { Background, BackgroundVariant, MiniMap, ReactFlow, ReactFlowProvider, useKeyPress, useReactFlow, useStore, ViewportPortal } from '@xyflow/react';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { Arrows } from './arrows';
import { BoxNode } from './box-node';
import { chosenOf } from './chosen';
import { Draft } from './draft';
import { followLive } from './follow';
import { GRID } from './geometry';
import { GroupBoxes } from './groups';
import { press } from './hands';
import { placeKey } from './ids';
import { handsOf, onCanvasKey } from './keys';
import { Band, WireShape } from './marks';
import { LABEL_ZOOM, LEAST_ZOOM, MOST_ZOOM, seen, viewportFor, wholeOf } from './sight';
import { machineColour, NodeMaker, type CanvasNode } from './nodes';
import { PathBar, Tools } from './bars';
import { CanvasMenu } from './menu';
import { measureByFont } from './measure';
import { endAll, ground, menuAt, open, received, revealSelection, type Stage } from './stage';
import { useScene } from './use-scene';
import { useCanvas } from './state';
import { StateNode } from './state-node';
import { speakSelection } from './words';
import { useView } from '../app/view';
import { onAsk } from '../app/ask';
import { lendHands } from '../commands/canvas';
import { perform } from './act';
import { answer } from './answer';

measureByFont();

const NODE_TYPES = { state: StateNode, box: BoxNode };
const NO_EDGES: never[] = [];
const MIDDLE_BUTTON = [1];
const HIDE = { hideAttribution: true };

/** Tells the style sheet how far away the graph is: labels go first, then details. */
const Distance = memo(function Distance({ root }: { root: React.RefObject<HTMLDivElement | null> }) {
  const far = useStore((state) => (state.transform[2] < 0.32 ? 'all' : state.transform[2] < LABEL_ZOOM ? 'labels' : ''));
  useLayoutEffect(() => {
    if (root.current) root.current.dataset['far'] = far;
  }, [far, root]);
  return null;
});

function CanvasInner() {
  const root = useRef<HTMLDivElement>(null);
  const flow = useReactFlow<CanvasNode>();
  const maker = useRef<NodeMaker>(null);
  maker.current ??= new NodeMaker();
  const { graph, machine, scene, place, linked, solo } = useScene();
  const selection = useView((state) => state.selection);
  const renaming = useView((state) => state.renaming);
  const snaps = useView((state) => state.snap);
  const chosen = chosenOf(selection);
  const wireTarget = useCanvas((state) => state.wire?.target);
  const pointing = useCanvas((state) => state.pointing);
  const minimap = useCanvas((state) => state.minimap);
  const groupDrag = useCanvas((state) => state.groupDrag);
  const target = wireTarget ?? pointing?.to;
  const nodes = maker.current.make(scene, machine, place, { chosen, linked: linked.boxes, target, renaming });

  const stage = useRef<Stage>(null!);
  stage.current = { flow, root, scene, machine, place, graph };
  const panning = useRef(false);
  panning.current = useKeyPress('Space');
  const floor = useMemo(() => ground(stage), []);
  useEffect(() => open(stage), []);
  useEffect(() => lendHands(handsOf(stage, floor)), [floor]);
  useEffect(() => onAsk((asked) => answer(stage, asked)), []);

  // A place that is new is shown whole, also when its room changes, until the user looks elsewhere; one that was left is
  // shown as it was left.
  const key = placeKey(place);
  const show = useCallback((): void => {
    const size = root.current?.getBoundingClientRect();
    const whole = wholeOf(stage.current.scene, stage.current.machine);
    if (!size || size.width === 0) return;
    const known = seen.get(placeKey(stage.current.place));
    if (known) void flow.setViewport(known);
    else if (whole) void flow.setViewport(viewportFor(whole, size.width, size.height));
  }, [flow]);
  const empty = machine.states.length === 0;
  useEffect(show, [show, key, empty]);
  useEffect(() => endAll, [key]);
  const jumps = useView((state) => state.jumps);
  useEffect(() => revealSelection(stage.current), [jumps]);
  useEffect(() => {
    const observer = new ResizeObserver(show);
    observer.observe(root.current!);
    return () => observer.disconnect();
  }, [show]);

  // What is live is marked past React; a new drawing is marked again.
  const latest = useRef(graph);
  latest.current = graph;
  const follow = useRef<ReturnType<typeof followLive>>(null);
  useEffect(() => {
    const started = (follow.current = followLive(() => latest.current));
    return () => started.end();
  }, []);
  useEffect(() => follow.current?.show());

  const one = selection.states.length === 1 ? selection.states[0] : undefined;
  const active = (one !== undefined ? nodes.find((node) => node.id === one)?.data.id : undefined) as string | undefined;
  const has = chosen.states.size + chosen.transitions.size > 0;
  return (
    <div
      ref={root}
      className={`canvas${has ? ' has-selection' : ''}${solo !== undefined ? ' has-solo' : ''}`}
      tabIndex={0}
      role="application"
      aria-label="Graph. Arrow keys select states, N makes one, C connects, Enter opens, F2 renames, question mark tells all keys."
      aria-activedescendant={active}
      onPointerDown={(event) => {
        root.current?.setAttribute('data-by', 'pointer');
        if (event.button === 1) event.preventDefault();
        if (event.button === 3 || event.button === 4) {
          event.preventDefault();
          perform(event.button === 3 ? 'view.back' : 'view.forward');
        }
        if (event.button !== 0 || (event.target as Element).closest('.over-canvas, .react-flow__minimap, .menu')) return;
        if (!(event.target as Element).closest("[data-part='field']")) root.current?.focus({ preventScroll: true });
        if (!panning.current) press(floor, event.nativeEvent);
      }}
      onDoubleClick={(event) => received.doubleClick(stage, event)}
      onContextMenu={(event) => {
        // Of the key for menus there is no place; it is answered as a key.
        if (event.button === 2) menuAt(floor, event);
        else event.preventDefault();
      }}
      onKeyDown={(event) => {
        root.current?.setAttribute('data-by', 'keys');
        onCanvasKey(stage, floor, event);
      }}
      onDragOver={received.dragOver}
      onDrop={(event) => received.drop(stage, event)}
    >
      <ReactFlow<CanvasNode>
        nodes={nodes}
        edges={NO_EDGES}
        nodeTypes={NODE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        panOnDrag={MIDDLE_BUTTON}
        panActivationKeyCode="Space"
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        minZoom={LEAST_ZOOM}
        maxZoom={MOST_ZOOM}
        proOptions={HIDE}
        onInit={() => {
          show();
          revealSelection(stage.current);
        }}
        onMoveStart={() => root.current?.setAttribute('data-moving', '')}
        onMoveEnd={(event, viewport) => {
          root.current?.removeAttribute('data-moving');
          // Without an event it was the page that moved it.
          if (event) seen.set(placeKey(stage.current.place), viewport);
        }}
      >
        {snaps && <Background variant={BackgroundVariant.Dots} gap={GRID} size={1.2} color="var(--dots)" />}
        <ViewportPortal>
          <GroupBoxes groups={machine.groups} drag={groupDrag} selected={chosen.groups} />
          <Arrows arrows={scene.arrows} selected={chosen.transitions} linked={linked.arrows} />
          <WireShape />
          <Band />
          <Draft stage={stage} />
        </ViewportPortal>
        {minimap && <MiniMap className="over-canvas" nodeClassName={machineColour} pannable zoomable ariaLabel="Overview of the graph" offsetScale={2} />}
        <Distance root={root} />
      </ReactFlow>
      <PathBar graph={graph} place={place} />
      <Tools stage={stage} />
      <CanvasMenu />
      {empty && (
        <div className="nothing canvas-nothing">
          <strong>{graph ? 'No states yet' : 'No graph is open'}</strong>
          {graph && <span>Double-click to make one, press N, or drop clips here.</span>}
        </div>
      )}
      <div className="aside" aria-live="polite">
        {speakSelection(scene, [...chosen.states], selection.transitions)}
      </div>
    </div>
  );
}

export function Canvas() {
  return (
    <ReactFlowProvider>
      <CanvasInner />
    </ReactFlowProvider>
  );
}
