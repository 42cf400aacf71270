import type { LayoutManager, Stack, Tab } from 'golden-layout';
import type { LayoutLabels } from '../layout-host.ts';
import { moveSplitter, splitterShare, stacksIn } from './golden-moves.ts';

const stepPx = 16;
const bigStepPx = 80;

/** Keys with these are commands of the shell, such as Alt+Enter, wherever the focus is. */
const isCommand = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey;

/** Gives the library's boxes what keyboards and screen readers need; again after every change of the layout. */
export function dressFrame(layout: LayoutManager, frame: HTMLElement, labels: LayoutLabels): void {
  for (const stack of stacksIn(layout)) dressStack(stack);
  for (const splitter of frame.querySelectorAll<HTMLElement>('.lm_splitter')) dressSplitter(splitter, labels);
}

/** One stop of the Tab key for each stack: its tab in front. */
function dressStack(stack: Stack): void {
  stack.header.tabsContainerElement.setAttribute('role', 'tablist');
  const active = stack.getActiveComponentItem();
  for (const item of stack.contentItems) {
    const element = (item as unknown as { readonly tab?: Tab }).tab?.element;
    element?.setAttribute('aria-selected', String(item === active));
    if (element !== undefined) element.tabIndex = item === active ? 0 : -1;
  }
  orderTabs(stack);
  for (const control of stack.element.querySelectorAll<HTMLElement>(':scope > .lm_header > .lm_controls > :not(.lm_close)')) {
    if (!control.hasAttribute('role')) asButton(control);
  }
}

/** The library puts a tab for which there is room again behind the one in front: they stand as the panels do. */
function orderTabs(stack: Stack): void {
  const container = stack.header.tabsContainerElement;
  const ordered = stack.contentItems.flatMap((item) => (item as unknown as { readonly tab?: Tab }).tab?.element ?? []);
  const shown = ordered.filter((tab) => tab.parentElement === container);
  const tabs = new Set<Element>(shown);
  if ([...container.children].filter((child) => tabs.has(child)).every((tab, at) => tab === shown[at])) return;
  const focused = document.activeElement;
  for (const tab of shown) container.append(tab);
  // What is moved in the page loses the keyboard.
  if (focused instanceof HTMLElement && tabs.has(focused)) focused.focus();
}

/** The header's button that gives the panel in front a window of its own. */
export function dressPopOut(stack: Stack, labels: LayoutLabels, possible: boolean, run: () => void): void {
  const controls = controlsOf(stack);
  let button = controls?.querySelector<HTMLElement>('.tessera-pop-out') ?? null;
  if (button === null && controls !== null) {
    button = document.createElement('div');
    button.className = 'tessera-pop-out';
    button.title = labels.popOut;
    asButton(button);
    button.addEventListener('click', run);
    controls.prepend(button);
  }
  if (button !== null) button.hidden = !possible;
}

/** The header's way to the help of the panel in front, in a tab of its own. */
export function dressHelp(stack: Stack, labels: LayoutLabels, address: string | null): void {
  const controls = controlsOf(stack);
  let link = controls?.querySelector<HTMLAnchorElement>('.tessera-help') ?? null;
  if (link === null && controls !== null) {
    link = document.createElement('a');
    link.className = 'tessera-help';
    link.target = '_blank';
    link.rel = 'noopener';
    link.title = labels.help;
    // Named as what it is: what has no role here is made a button.
    link.setAttribute('role', 'link');
    link.setAttribute('aria-label', labels.help);
    controls.prepend(link);
  }
  if (link === null) return;
  link.hidden = address === null;
  if (address !== null) link.href = address;
}

const controlsOf = (stack: Stack): HTMLElement | null => stack.element.querySelector(':scope > .lm_header > .lm_controls');

function dressSplitter(splitter: HTMLElement, labels: LayoutLabels): void {
  splitter.tabIndex = 0;
  splitter.setAttribute('role', 'separator');
  splitter.setAttribute('aria-label', labels.splitter);
  splitter.setAttribute('aria-orientation', splitter.classList.contains('lm_horizontal') ? 'vertical' : 'horizontal');
  splitter.setAttribute('aria-valuemin', '0');
  splitter.setAttribute('aria-valuemax', '100');
  splitter.setAttribute('aria-valuenow', String(splitterShare(splitter)));
}

/** Keys of splitters: arrows move them, with Shift further. */
export function splitterKeys(layout: LayoutManager, event: KeyboardEvent): void {
  const splitter = event.target;
  if (!(splitter instanceof HTMLElement) || !splitter.classList.contains('lm_splitter') || isCommand(event)) return;
  const [back, forth] = splitter.classList.contains('lm_horizontal') ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  if (event.key !== back && event.key !== forth) return;
  event.preventDefault();
  const size = event.shiftKey ? bigStepPx : stepPx;
  moveSplitter(layout, splitter, event.key === back ? -size : size);
}

interface TabActions {
  readonly show: () => void;
  readonly close: () => void;
  readonly openLinkMenu: () => void;
}

/** Arrows walk along the tabs and show the panel, Delete closes it, the menu key opens its link group. */
export function tabKeys(tab: Tab, actions: TabActions): void {
  tab.element.setAttribute('role', 'tab');
  tab.element.setAttribute('aria-keyshortcuts', 'Delete Shift+F10');
  tab.element.addEventListener('keydown', (event) => {
    if (event.target !== tab.element || isCommand(event)) return;
    if (event.key === 'Enter' || event.key === ' ') actions.show();
    else if (event.key === 'Delete') actions.close();
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) actions.openLinkMenu();
    else if (!walkTabs(tab, event.key)) return;
    event.preventDefault();
  });
}

function walkTabs(tab: Tab, key: string): boolean {
  const stack = tab.componentItem.parentItem as unknown as Stack;
  const at = stack.contentItems.indexOf(tab.componentItem);
  const last = stack.contentItems.length - 1;
  const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[key];
  const item = to === undefined ? undefined : stack.contentItems[to];
  if (item === undefined) return false;
  const next = item as unknown as Tab['componentItem'];
  stack.setActiveComponentItem(next, true);
  next.tab.element.tabIndex = 0;
  next.tab.element.focus();
  return true;
}

function asButton(element: HTMLElement): void {
  element.tabIndex = 0;
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', element.title);
  element.addEventListener('keydown', (event) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || isCommand(event)) return;
    event.preventDefault();
    element.click();
  });
}
