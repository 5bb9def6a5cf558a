// The clip timeline: events, windows and properties over a clip's time.
export function Timeline() {
  return <div className="timeline" />;
}
