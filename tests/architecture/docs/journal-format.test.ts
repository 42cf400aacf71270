import { describe, expect, it } from 'vitest';
import { commandCode, digestLines } from '../../../scripts/reference/command-code.ts';
import { withJournalBlocks } from '../../../scripts/reference/journal-blocks.ts';
import { orderFields } from '../../../server/engine/codec/command-fields.ts';
import { readSource } from '../reading/source-files.ts';

describe('what is made of the field tables of commands', () => {
  it('is what the tables say: “npm run reference” changes nothing', () => {
    expect(readSource('server/engine/codec/command-code.gen.ts')).toBe(commandCode());
    const format = readSource('docs/journal-format.md');
    expect(withJournalBlocks(format)).toBe(format);
  });

  it('gives a word that has no room among the others a number of its own in the fingerprint', () => {
    const words = [...orderFields.orderType.words, 'A_NINTH_TYPE'];
    const lines = digestLines([['orderType', { ...orderFields.orderType, words }]]);
    expect(lines).toContain('(orderType & 7) * 2');
    expect(lines).toContain('if (orderType >= 8) into.word(-(512 + orderType));');
  });

  it('refuses a word of an order without a place in the fingerprint', () => {
    expect(() => digestLines([['mood', { kind: 'word', list: 'moods', words: ['A', 'B'], about: '' }]])).toThrow(
      'the order field mood has no place in the fingerprint',
    );
  });
});
