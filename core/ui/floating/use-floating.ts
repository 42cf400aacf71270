import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { placeBeside } from './place-beside.ts';

interface Floating {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly surface: RefObject<HTMLElement | null>;
  /** A press outside of both, or a move of the focus to elsewhere. */
  readonly onLeave: () => void;
}

/**
 * Lays a surface with `popover="manual"` beside its anchor for as long as it is drawn. It stands in the page where it is written and only
 * its picture is in the browser's top layer: so it is in the window of its panel, inside what traps the focus, over everything, and cut by
 * nothing. The surface is `position: fixed`.
 */
export function useFloating({ anchor, surface, onLeave }: Floating): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    const [button, box] = [anchor.current, surface.current];
    if (button === null || box === null) return;
    const page = button.ownerDocument;
    const view = page.defaultView ?? window;
    const place = (): void => {
      const at = button.getBoundingClientRect();
      box.style.minWidth = `${at.width}px`;
      box.style.maxHeight = '';
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const { left, top, maxHeight } = placeBeside(at, size, { width: view.innerWidth, height: view.innerHeight });
      box.style.left = `${left}px`;
      box.style.top = `${top}px`;
      if (size.height > maxHeight) box.style.maxHeight = `${maxHeight}px`;
    };
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof Node) || !box.contains(target)) place();
    };
    // Browsers before 2024 have no top layer for it; there it is fixed over its panel.
    box.showPopover?.();
    place();
    view.addEventListener('resize', place);
    page.addEventListener('scroll', onScroll, true);
    return () => {
      view.removeEventListener('resize', place);
      page.removeEventListener('scroll', onScroll, true);
      if (box.isConnected) box.hidePopover?.();
    };
  }, [anchor, surface]);
  useEffect(() => {
    const page = anchor.current?.ownerDocument ?? document;
    const isInside = (target: EventTarget | null): boolean =>
      target instanceof (page.defaultView ?? window).Node &&
      (surface.current?.contains(target) === true || anchor.current?.contains(target) === true);
    const onMove = ({ target }: Event): void => {
      if (!isInside(target)) leave.current();
    };
    const view = page.defaultView ?? window;
    // The focus goes into a frame of a package without an event of the page.
    const onBlur = (): void => leave.current();
    page.addEventListener('pointerdown', onMove, true);
    page.addEventListener('focusin', onMove);
    view.addEventListener('blur', onBlur);
    return () => {
      page.removeEventListener('pointerdown', onMove, true);
      page.removeEventListener('focusin', onMove);
      view.removeEventListener('blur', onBlur);
    };
  }, [anchor, surface]);
}
