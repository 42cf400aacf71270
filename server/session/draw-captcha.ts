import svgCaptcha from 'svg-captcha';
import type { CaptchaDraw } from './captcha-desk.ts';

/** Five letters and digits without the ones that look alike. */
export const drawCaptcha: CaptchaDraw = () => {
  const { text, data } = svgCaptcha.create({
    size: 5,
    ignoreChars: '0o1ilIO',
    noise: 2,
    width: 160,
    height: 50,
    color: true,
    background: '#f4f5f7',
  });
  return { text, svg: data };
};
