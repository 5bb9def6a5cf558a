// The model as the runtime poses it.
export function Viewport() {
  return <div className="viewport" />;
}
