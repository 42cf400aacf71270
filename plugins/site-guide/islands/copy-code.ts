import type { IslandModule } from '../../../core/contract/site.ts';

export interface CopyProps {
  readonly copy: string;
  readonly copied: string;
}

/** Gives each piece of code a button that copies it; browsers without a clipboard get none. */
export const mount: IslandModule<CopyProps>['mount'] = (element, { copy, copied }) => {
  const buttons: HTMLButtonElement[] = [];
  if (navigator.clipboard === undefined) return () => undefined;
  for (const code of element.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = copy;
    button.addEventListener('click', () => void copyText(button, code.textContent ?? '', { copy, copied }));
    code.after(button);
    buttons.push(button);
  }
  return () => {
    for (const button of buttons) button.remove();
  };
};

/** The button says so until one leaves it. */
async function copyText(button: HTMLButtonElement, text: string, { copy, copied }: CopyProps): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (!isDone) return;
  button.textContent = copied;
  for (const left of ['blur', 'pointerleave'])
    button.addEventListener(
      left,
      () => {
        button.textContent = copy;
      },
      { once: true },
    );
}
