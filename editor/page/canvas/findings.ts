// The findings of the runtime's check by where they are in the document: at a state or a transition, or inside of it.

import { useMemo } from 'react';
import type { DocId } from '../document/store';
import { pathOf, useFindings } from '../panels/findings';
import type { Severity } from './model';
import type { FindingsAt } from './picture';

interface Said {
  severity: Severity;
  text: string;
}

const NONE: FindingsAt = () => undefined;

export function findingsBy(findings: readonly { readonly severity: string; readonly message: string; readonly path: string }[]): FindingsAt {
  if (findings.length === 0) return NONE;
  const byPath = new Map<string, Said>();
  for (const { severity, message, path } of findings) {
    const steps = pathOf(path);
    // States and transitions are entries of something: no finding of a whole list is shown at each of its entries.
    for (let length = 1; length <= steps.length; length++) {
      const key = JSON.stringify(steps.slice(0, length));
      const said = byPath.get(key);
      if (!said) byPath.set(key, { severity: severity === 'error' ? 'error' : 'warning', text: message });
      else {
        if (severity === 'error') said.severity = 'error';
        said.text += `\n${message}`;
      }
    }
  }
  return (path) => byPath.get(JSON.stringify(path));
}

export function useFindingsAt(doc: DocId | undefined): FindingsAt {
  const { findings } = useFindings(doc);
  return useMemo(() => findingsBy(findings), [findings]);
}
