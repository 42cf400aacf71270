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
    expect(placeToasts(page, toasts, { actions: [], forms: [], lists: [] })).toEqual({ right: 16, bottom: 16 });
    expect(placeToasts(page, toasts, { actions: [], forms: [box(0, 100, 300, 600)], lists: [] })).toEqual({ right: 16, bottom: 16 });
  });

  it('stand beside a form at the right edge', () => {
    const form = box(1066, 80, 300, 688);
    expect(placeToasts(page, toasts, { actions: [box(1074, 700, 284, 34)], forms: [form], lists: [] })).toEqual({ right: 308, bottom: 16 });
  });

  it('stand above a form along the bottom', () => {
    const form = box(0, 560, 1366, 208);
    expect(placeToasts(page, toasts, { actions: [], forms: [form], lists: [] })).toEqual({ right: 16, bottom: 216 });
  });

  it('keep at least what sends clear when forms leave no room', () => {
    const form = box(0, 0, 1366, 768);
    const action = box(900, 640, 400, 40);
    const place = placeToasts(page, toasts, { actions: [action], forms: [form], lists: [] });
    expect(overlaps(boxAt(place), action)).toBe(false);
    expect(boxAt(place).top).toBeGreaterThanOrEqual(0);
  });

  it('keep two tickets clear', () => {
    const forms = [box(1066, 80, 300, 688), box(766, 400, 300, 368)];
    const place = placeToasts(page, toasts, { actions: [], forms, lists: [] });
    expect(forms.some((form) => overlaps(boxAt(place), form))).toBe(false);
  });

  it('stand in the corner when the page has room for nothing', () => {
    expect(
      placeToasts({ width: 300, height: 100 }, toasts, { actions: [box(0, 0, 300, 100)], forms: [box(0, 0, 300, 100)], lists: [] }),
    ).toEqual({
      right: 16,
      bottom: 16,
    });
  });

  it('stay on the page when what is worked with goes on below or beside it', () => {
    const lists = [box(0, 0, 1366, 768), box(0, 1_100, 1366, 600), box(1_900, 0, 400, 768)];
    const place = boxAt(placeToasts(page, toasts, { actions: [], forms: [], lists }));
    expect(place.bottom).toBeLessThanOrEqual(page.height);
    expect(place.right).toBeLessThanOrEqual(page.width);
  });

  it('stand over the chart where rows and the ticket take the rest', () => {
    const lists = [box(56, 74, 262, 690), box(322, 522, 530, 242), box(856, 74, 250, 690)];
    const ticket = box(1110, 74, 252, 690);
    const place = placeToasts(page, toasts, { actions: [], forms: [ticket], lists });
    expect([...lists, ticket].some((one) => overlaps(boxAt(place), one))).toBe(false);
    expect(place).toEqual({ right: page.width - 856 + 8, bottom: page.height - 522 + 8 });
  });

  it('cover later rows, never the bar and the first ones, where lists leave no room', () => {
    const lists = [box(0, 40, 1366, 364), box(0, 404, 1366, 364)];
    const place = placeToasts(page, toasts, { actions: [], forms: [], lists });
    expect(lists.some((one) => overlaps(boxAt(place), { ...one, bottom: one.top + 130 }))).toBe(false);
  });

  it('keep the buttons at the head of a page clear, and stand over the later rows of the only list under them', () => {
    const [head, tabs, list] = [box(76, 60, 1266, 48), box(76, 120, 1266, 28), box(76, 163, 1266, 589)];
    expect(placeToasts(page, { width: 340, height: 76 }, { actions: [head], forms: [], lists: [tabs, list] })).toEqual({
      right: 16,
      bottom: 16,
    });
  });

  it('stay where they are while that is as good, and leave a place that is worked with', () => {
    const last = { right: 400, bottom: 300 };
    expect(placeToasts(page, toasts, { actions: [], forms: [], lists: [] }, last)).toEqual(last);
    expect(placeToasts(page, toasts, { actions: [], forms: [box(700, 300, 300, 300)], lists: [] }, last)).not.toEqual(last);
  });
});
