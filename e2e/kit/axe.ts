import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What the checker finds serious or critical on the page as it stands, one line per element. It is evaluated by the debugger: the
 * page's own security policy lets no foreign script in.
 */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(source);
  const options: RunOptions = {
    runOnly: rules === undefined ? { type: 'tag', values: standards } : { type: 'rule', values: [...rules] },
    resultTypes: ['violations'],
  };
  const results = await page.evaluate(
    (run) => (window as unknown as { axe: { run(context: Document, options: unknown): Promise<AxeResults> } }).axe.run(document, run),
    options,
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary})`));
}
