import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Locator, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { themeNames } from '../../core/contract/theme.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Elements that no rule looks at, each with its reason. */
const excluded = [
  // Fluent's guards at both ends of an open popover: they are given the focus only to hand it on, and are made so by the library.
  ['[data-tabster-dummy]'],
];

/** Once per page: half a megabyte of script. It is evaluated by the debugger, since the page's own security policy lets no foreign script in. */
async function bringChecker(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
}

/** No finding on this part of the page as it stands, in any theme; other findings of the test are still listed. */
export async function clean(page: Page, screen: string, part = 'html'): Promise<void> {
  expect.soft(await findings(page, part), screen).toEqual([]);
}

/** Every rule in one theme; in the others only colours can differ. */
async function findings(page: Page, part: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of themeNames) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const rules = theme === themeNames[0] ? undefined : ['color-contrast'];
    found.push(...(await seriousFindings(page, rules, part)).map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

/**
 * What the checker finds serious or critical on the page as it stands, one line per element.
 */
export async function seriousFindings(page: Page, rules?: readonly string[], within = 'html'): Promise<readonly string[]> {
  await bringChecker(page);
  const options: RunOptions = {
    runOnly: rules === undefined ? { type: 'tag', values: standards } : { type: 'rule', values: [...rules] },
    resultTypes: ['violations'],
    // An experimental rule that takes a description for a part of the name; `mismatchedNames` asks it where they are the same.
    rules: { 'label-content-name-mismatch': { enabled: false } },
    preload: false,
  };
  const results = await page.evaluate(
    async ({ run, exclude, within }) => {
      // A colour on its way to another is nobody's colour: what moves by itself comes to rest first.
      const moving = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      // What follows the scroll stands still by itself, and is looked at where it ends.
      for (const one of moving) if (one.timeline !== document.timeline) one.finish();
      await Promise.allSettled(moving.map(({ finished }) => finished));
      const { axe } = window as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
      return axe.run({ include: [[within]], exclude }, run);
    },
    { run: options, exclude: excluded, within },
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.any[0]?.message ?? node.failureSummary})`));
}

/**
 * Buttons of this part of the page whose name lacks the words on them (WCAG 2.5.3). The checker's rule is an experimental one: it knows
 * nothing of descriptions, so it is asked only where names and words should be the same.
 */
export async function mismatchedNames(part: Locator): Promise<readonly string[]> {
  await bringChecker(part.page());
  const results = await part.evaluate((element) => {
    const { axe } = window as unknown as { axe: { run(context: Element, options: object): Promise<AxeResults> } };
    return axe.run(element, { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } });
  });
  return results.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 160)));
}
