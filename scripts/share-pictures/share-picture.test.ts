import { describe, expect, it } from 'vitest';
import { shareSize } from '../../app/site/share.ts';
import { Letters } from './letters.ts';
import { balancedLines } from './lines.ts';
import { sharePicture } from './share-picture.ts';

const letters = new Letters();
const numberAt = (file: Uint8Array, at: number): number => new DataView(file.buffer, file.byteOffset).getUint32(at);

describe('the picture of a shared page', () => {
  it('is a PNG file of the size that is asked for, also where the machine has no Chinese font', async () => {
    const file = await sharePicture({ language: 'zh-TW', path: '/service/advisory', title: '諮詢 24 × 7' }, letters);
    expect(new TextDecoder('latin1').decode(file.subarray(1, 4))).toBe('PNG');
    expect({ width: numberAt(file, 16), height: numberAt(file, 20) }).toEqual(shareSize);
  });

  it('has every letter, bolder ones where they are asked for, or ends the build', async () => {
    const outline = (text: string, weight = 400) => letters.outline(text, 'zh-CN', 100, weight);
    expect((await outline('市场')).width).toBe(200);
    expect((await outline('Market', 700)).width).toBeGreaterThan((await outline('Market', 300)).width);
    await expect(letters.outline('市', 'en', 100, 400)).rejects.toThrow('no font of en has the letter "市"');
  });

  it('breaks its title between words, evenly, and never before a mark', async () => {
    const measure = async (line: string) => [...line].length;
    expect(await balancedLines('Market making, asset management and advisory', 'en', 17, measure)).toEqual([
      'Market making,',
      'asset management',
      'and advisory',
    ]);
    const lines = await balancedLines('做市、资产管理、咨询。', 'zh-CN', 7, measure);
    expect(lines.join('')).toBe('做市、资产管理、咨询。');
    for (const line of lines) expect(line).not.toMatch(/^[、。]/);
  });
});
