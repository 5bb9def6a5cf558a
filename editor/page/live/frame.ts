/* Writing live numbers to the page. Invariant: however often something is marked, it is painted at most once a frame, and
   nothing runs while nothing is marked. */
import { useEffect, useRef } from 'react';

type Job = () => void;

const jobs = new Set<Job>();
let asked = false;

function run(): void {
  asked = false;
  const due = [...jobs];
  jobs.clear();
  for (const job of due) job();
}

/* Paints `job` in the next frame, once. */
export function paint(job: Job): void {
  jobs.add(job);
  if (asked) return;
  asked = true;
  requestAnimationFrame(run);
}

export const unpaint = (job: Job): void => void jobs.delete(job);

/* Calls `job` in the frame after `subscribe`'s source said something; always the job of the latest render. */
export function usePainted(subscribe: (mark: () => void) => () => void, job: Job): void {
  const latest = useRef(job);
  latest.current = job;
  useEffect(() => {
    const once = (): void => latest.current();
    const mark = (): void => paint(once);
    const end = subscribe(mark);
    mark();
    return () => {
      end();
      unpaint(once);
    };
  }, [subscribe]);
}

/* The DOM is written where something differs alone: most numbers stand still most of the time. */
export function setText(element: Element | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export function setAttribute(element: Element | null | undefined, name: string, value: string | null): void {
  if (!element || element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export function setStyle(element: HTMLElement | SVGElement | null | undefined, name: string, value: string): void {
  if (element && element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
