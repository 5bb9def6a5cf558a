// The graph canvas: states as boxes, transitions as arrows.
export function Canvas() {
  return <div className="canvas" />;
}
