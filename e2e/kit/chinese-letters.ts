import { type Page, test } from '@playwright/test';

/**
 * Whether the browser has letters for Chinese. Without them it draws the same box for every character, and what is measured is the
 * place of boxes: that is said with the test, once, and not judged.
 */
export async function drawsChinese(page: Page): Promise<boolean> {
  const draws = await page.evaluate(() => {
    const drawn = (sign: string): string => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('this browser has no canvas');
      context.font = '32px sans-serif';
      context.fillText(sign, 0, 36);
      return canvas.toDataURL();
    };
    return drawn('永') !== drawn('国');
  });
  if (!draws) tell();
  return draws;
}

const sentence = 'this machine has no Chinese font: places of Chinese words are not judged; fonts-noto-cjk brings one';

function tell(): void {
  const { annotations } = test.info();
  if (annotations.some(({ description }) => description === sentence)) return;
  annotations.push({ type: 'not judged', description: sentence });
  console.log(`${test.info().title}: ${sentence}`);
}
