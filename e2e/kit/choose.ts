import type { Locator } from '@playwright/test';

/** Chooses an option of a select by its label: of the product's own, or of the browser's, which the public site has. */
export async function choose(labelled: Locator, label: string): Promise<void> {
  const select = controlOf(labelled);
  if ((await select.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    await select.selectOption({ label });
    return;
  }
  await select.click();
  await (await listOf(select)).getByRole('option', { name: label, exact: true }).click();
}

/** Chooses the option at an index from 0, where a journey does not know the words. */
export async function chooseAt(labelled: Locator, index: number): Promise<void> {
  const select = controlOf(labelled);
  if ((await select.evaluate(({ tagName }) => tagName)) === 'SELECT') {
    await select.selectOption({ index });
    return;
  }
  await select.click();
  await (await listOf(select)).getByRole('option').nth(index).click();
}

/** An open list has the label as well. */
const controlOf = (labelled: Locator): Locator => labelled.locator('xpath=self::*[self::select or @role="combobox"]');

async function listOf(select: Locator): Promise<Locator> {
  const id = await select.getAttribute('aria-controls');
  return select.page().locator(`[id="${id}"]`);
}
