/* Whether there is WebGL, and whether the processor draws it. Then the viewport leaves it time for everything else: no smoothing of
   edges, one pixel a pixel, and some twenty pictures a second. */

const NAMES = /swiftshader|llvmpipe|softpipe|software|basic render/i;

export type Drawing = 'none' | 'slow' | 'fast';

export function drawing(): Drawing {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return 'none';
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return NAMES.test(name) ? 'slow' : 'fast';
}
