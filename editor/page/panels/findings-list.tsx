// Errors and warnings, as the runtime's check tells them: a press on one goes there.
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { count } from '../app/number';
import { useView } from '../app/view';
import { context } from '../commands/context';
import { goToFinding, isOfClips, useFindings } from './findings';

export function FindingsList() {
  const found = useFindings(useView((state) => state.graph));
  if (found.findings.length === 0) return <p className="hint findings-none"><CircleCheck aria-hidden /> No errors and no warnings.</p>;
  return (
    <ul className="list findings" aria-label="Errors and warnings">
      {found.findings.slice(0, 500).map((one, index) => (
        <li key={index}>
          <button type="button" className="quiet finding" data-severity={one.severity} data-code={one.code} aria-current={found.at === index || undefined} onClick={() => goToFinding(context(), index)}>
            {one.severity === 'error' ? <CircleAlert className="sentence-error" aria-label="error" /> : <TriangleAlert className="sentence-warning" aria-label="warning" />}
            <span className="grow">{one.message}</span>
            {isOfClips(context(), one) && <span className="dim">{one.file}</span>}
            {one.line > 0 && <span className="dim">{one.line}:{one.column}</span>}
          </button>
        </li>
      ))}
      {found.findings.length > 500 && <li className="hint">and {found.findings.length - 500} more</li>}
    </ul>
  );
}

export function FindingsBadge({ open, toggle }: { open: boolean; toggle: () => void }) {
  const found = useFindings(useView((state) => state.graph));
  const errors = found.findings.filter((one) => one.severity === 'error').length;
  const warnings = found.findings.length - errors;
  const text = `${count(errors, 'error')}, ${count(warnings, 'warning')}`;
  return (
    <button type="button" className="quiet findings-badge" aria-expanded={open} title={`${text} (F8 goes to the next)`} onClick={toggle}>
      <span className={errors > 0 ? 'badge error' : 'badge'}><CircleAlert aria-hidden /> {errors}<span className="aside">{errors === 1 ? ' error,' : ' errors,'}</span></span>
      <span className={warnings > 0 ? 'badge warning' : 'badge'}><TriangleAlert aria-hidden /> {warnings}<span className="aside">{warnings === 1 ? ' warning' : ' warnings'}</span></span>
      {!found.playable && <span className="sentence-error">the preview plays the last graph without errors</span>}
    </button>
  );
}
