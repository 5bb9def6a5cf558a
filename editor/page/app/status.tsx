// The line at the bottom: errors and warnings, what was said last, and how the connection is.
import { useEffect, useState } from 'react';
import { useDoc } from '../document/store';
import { session } from '../live/session';
import type { Status } from '../live/socket';
import { FindingsBadge, FindingsList } from '../panels/findings-list';
import { perform } from '../commands/run';
import { useView } from './view';

function useConnection(): Status {
  const [status, setStatus] = useState<Status>(() => session().status);
  useEffect(() => session().onStatus(setStatus), []);
  return status;
}

export function StatusLine() {
  const [open, setOpen] = useState(false);
  const notice = useView((state) => state.notice);
  const { phase, sentence } = useConnection();
  return (
    <>
      {open && <section className="frame-findings" aria-label="Errors and warnings"><FindingsList /></section>}
      <footer className="frame-status">
        <FindingsBadge open={open} toggle={() => setOpen(!open)} />
        <span className="said" role={notice?.kind === 'refused' ? 'alert' : 'status'} data-kind={notice?.kind}>{notice?.text ?? ''}</span>
        {phase !== 'open' && <span className="sentence-error connection" role="alert" data-phase={phase}>{sentence}</span>}
        {phase === 'lost' && <button type="button" onClick={() => session().retry()}>Try now</button>}
      </footer>
    </>
  );
}

/** Above the canvas where another tab edits the file. */
export function Following() {
  const graph = useDoc(useView((state) => state.graph));
  const clips = useDoc(useView((state) => state.clips));
  const followed = [graph, clips].find((doc) => doc?.readOnly);
  if (!followed) return null;
  return (
    <div className="banner" role="status">
      <span>“{followed.name}” is edited in another tab. This one follows it.</span>
      <button type="button" onClick={() => perform('file.editHere', { doc: followed.id })}>Edit here</button>
    </div>
  );
}
