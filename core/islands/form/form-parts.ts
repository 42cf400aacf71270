/** A part of a drawn form, by its `data-part`; one that is missing is a fault of the page. */
export function partOf<T extends HTMLElement = HTMLElement>(within: HTMLElement, name: string): T {
  const part = within.querySelector<T>(`[data-part="${name}"]`);
  if (part === null) throw new Error(`the form has no part "${name}"`);
  return part;
}
