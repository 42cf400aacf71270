import svgCaptcha from 'svg-captcha';
import type { CaptchaDraw } from './captcha-desk.ts';

/** Five letters and digits without the ones that look alike. */
export const drawCaptcha: CaptchaDraw = () => {
  const { text, data } = svgCaptcha.create({
    size: 5,
    ignoreChars: '0o1ilIO9gq',
    noise: 2,
    width: 160,
    height: 50,
    // As tall as the tails of y and j leave room for.
    fontSize: 44,
    color: true,
    background: '#f4f5f7',
  });
  return { text, svg: data };
};
