import { expect, it } from 'vitest';
import type { MessageText } from '../../core/contract/messages.ts';
import { approvalNotice, deskWords, movementWords } from './approval-notice.ts';

const told = (words: MessageText, language: 'en' | 'zh-CN' = 'en') => {
  const { body, except } = approvalNotice({ id: 'one', kind: 'money.movement', askedBy: 'ann', words, waiting: 2 }, 0);
  expect(except).toBe('ann');
  return typeof body === 'function' ? body(language) : body;
};

it('says in words what waits, and goes to all but who has asked', () => {
  const movement = { kind: 'withdrawal', amount: '25000', asset: 'USDT', account: 'Main', owner: 'bob', exchange: 'Aurora' } as const;
  expect(told(movementWords(movement))).toBe(
    'What others have asked for needs a second person. 2 in all; the newest: Withdrawal of 25,000 USDT, account Main of bob at Aurora',
  );
  expect(told(movementWords({ ...movement, kind: 'adjustment', amount: '-3' }))).toContain('Adjustment of −3 USDT');
  expect(told(deskWords)).toContain('the newest: trading resumes for everybody');
  expect(told(deskWords, 'zh-CN')).toContain('最新一项：为所有人恢复交易');
});
