import { describe, expect, it } from 'vitest';
import { overlaps, placeToasts, type ScreenBox } from './toast-place.ts';

const page = { width: 1366, height: 768 };
const toasts = { width: 340, height: 180 };
const box = (left: number, top: number, width: number, height: number): ScreenBox => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const boxAt = ({ right, bottom }: { readonly right: number; readonly bottom: number }): ScreenBox =>
  box(page.width - right - toasts.width, page.height - bottom - toasts.height, toasts.width, toasts.height);

describe('messages', () => {
  it('stand in the lower right corner when nothing is there', () => {
    expect(placeToasts(page, toasts, [], [])).toEqual({ right: 16, bottom: 16 });
    expect(placeToasts(page, toasts, [box(0, 100, 300, 600)], [])).toEqual({ right: 16, bottom: 16 });
  });

  it('stand beside a form at the right edge', () => {
    const form = box(1066, 80, 300, 688);
    expect(placeToasts(page, toasts, [form], [box(1074, 700, 284, 34)])).toEqual({ right: 308, bottom: 16 });
  });

  it('stand above a form along the bottom', () => {
    const form = box(0, 560, 1366, 208);
    expect(placeToasts(page, toasts, [form], [])).toEqual({ right: 16, bottom: 216 });
  });

  it('keep at least what sends clear when forms leave no room', () => {
    const form = box(0, 0, 1366, 768);
    const action = box(900, 640, 400, 40);
    const place = placeToasts(page, toasts, [form], [action]);
    expect(overlaps(boxAt(place), action)).toBe(false);
    expect(boxAt(place).top).toBeGreaterThanOrEqual(0);
  });

  it('keep two tickets clear', () => {
    const forms = [box(1066, 80, 300, 688), box(766, 400, 300, 368)];
    const place = placeToasts(page, toasts, forms, []);
    expect(forms.some((form) => overlaps(boxAt(place), form))).toBe(false);
  });

  it('stand in the corner when the page has room for nothing', () => {
    expect(placeToasts({ width: 300, height: 100 }, toasts, [box(0, 0, 300, 100)], [box(0, 0, 300, 100)])).toEqual({
      right: 16,
      bottom: 16,
    });
  });
});
