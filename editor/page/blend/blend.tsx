// The blend space editor: it takes the canvas's place while one is open.
export function BlendSpace() {
  return <div className="blend" />;
}
