import { describe, expect, it } from 'vitest';
import { ClientBundle, entries, strategyForm } from '../kit/client-bundle.ts';

/** Budgets of what a browser must load, JavaScript packed by Brotli in kB (1000 bytes). Read from the built client's manifest. */
const bundle = ClientBundle.read();

describe.skipIf(bundle === null)('the built client', () => {
  const built = bundle as ClientBundle;

  it('signs in with at most 130 kB', () => {
    expect(built.kilobytes(built.closure(...entries.login))).toBeLessThanOrEqual(130);
  });

  it('has no trading code on the sign-in page', () => {
    const text = built.text(built.closure(...entries.login));
    for (const word of ['lm_goldenlayout', 'tessera.accounts', '/order/doOrder', 'panel-order-ticket', 'inversify']) {
      expect(text.includes(word), word).toBe(false);
    }
  });

  it('shows the workspace with at most 225 kB before any panel', () => {
    expect(built.kilobytes(built.closure(...entries.dashboard))).toBeLessThanOrEqual(225);
  });

  it('asks for nine files of code until a workspace stands with its panels and menus', () => {
    expect(built.closure(...entries.dashboard, 'plugins', 'panels', 'menus').size).toBeLessThanOrEqual(9);
  });

  it('has every panel with at most 220 kB more, the library of charts among them', () => {
    const added = built.added('panels', built.closure(...entries.dashboard));
    expect(built.kilobytes(added)).toBeLessThanOrEqual(220);
  });

  it('opens the frame of a package with at most 200 kB, without components that only some packages use', () => {
    expect(built.frame.length).toBeGreaterThan(0);
    expect(built.kilobytes(built.frame, 'gz')).toBeLessThanOrEqual(200);
    for (const word of ['fui-Combobox', 'fui-Slider', 'fui-Dialog']) expect(built.text(built.frame).includes(word), word).toBe(false);
  });

  it('draws the forms of strategies with at most 130 kB more', () => {
    const added = built.added(strategyForm.source, built.closure(...strategyForm.beside));
    expect(built.kilobytes(added)).toBeLessThanOrEqual(130);
  });
});
