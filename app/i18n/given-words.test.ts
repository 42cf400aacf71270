import { expect, it } from 'vitest';
import app from '../../locales/en/app.json';
import errors from '../../locales/en/errors.json';
import forms from '../../locales/en/forms.json';
import ui from '../../locales/en/ui.json';
import zhCnApp from '../../locales/zh-CN/app.json';
import zhCnErrors from '../../locales/zh-CN/errors.json';
import zhCnUi from '../../locales/zh-CN/ui.json';
import zhTwApp from '../../locales/zh-TW/app.json';
import zhTwErrors from '../../locales/zh-TW/errors.json';
import zhTwUi from '../../locales/zh-TW/ui.json';
import users from '../../plugins/page-users/locales/en.json';
import ticket from '../../plugins/panel-order-ticket/locales/en.json';
import strategies from '../../plugins/panel-strategy-form/locales/en.json';
import instances from '../../plugins/panel-strategy-instances/locales/en.json';
import followed from '../../plugins/panel-strategy-symbols/locales/en.json';
import careers from '../../plugins/site-careers/locales/en.json';
import contact from '../../plugins/site-contact/locales/en.json';
import execute from '../../plugins/strategy-smart-execute/locales/en.json';

it('situations whose words are given are told in those words, which more may follow', () => {
  expect([errors.SESSION_MISSING, errors.SESSION_INVALID]).toEqual(['Please Login', expect.stringMatching(/^Not Logged In\. /)]);
  expect(errors.SERVER_FAILURE).toMatch(/^Operation failed\. /);
  expect(errors.ACCOUNT_KEYS_WRONG).toBe('Incorrect API key, please check the account settings!');
  expect(forms['rule.noAssets']).toBe('Please Set Currency White List');
  expect(app['command.failed']).toBe('Action Failed');
  expect(ui['canvas.missing']).toBe("The current user's browser does not support Canvas, please change the browser and try again!");
  const noAccount = [forms['account.none'], forms['rule.noAccount'], errors.STRATEGY_NO_ACCOUNT, ticket.noAccount];
  for (const text of noAccount) expect(text).toContain('Please Set Api');
});

it('strategies, their markets and the forms of the public site fail in the given words', () => {
  expect([errors.STRATEGY_START_FAILED, strategies.startFailed]).toEqual(['Start Failed: {{cause}}', 'Start Failed: {{why}}']);
  expect(errors.STRATEGY_UPDATE_FAILED).toBe('Update Failed: {{cause}}');
  for (const text of [errors.STRATEGY_UPDATE_PENDING, instances['params.pending']]) expect(text).toMatch(/^Please cancel update: /);
  for (const text of [errors.STRATEGY_UNKNOWN, strategies.unknown]) expect(text).toBe('Unknown Strategy: {{strategy}}');
  expect(followed.failed).toBe('Subscription list retrieval failed');
  for (const { 'failed.title': title } of [careers, contact]) expect(title).toBe('Submission failed');
  expect(careers['failed.text']).toBe('Failed to submit application form. Please contact the administrator.');
});

it('an account that cannot trade, or follows another, asks for the step that is given', () => {
  expect(ticket.inactive).toContain('activate the account first');
  expect(errors.ACCOUNT_INACTIVE).toMatch(/: activate the account first$/);
  expect(ticket['follows.switch']).toBe('Switch to the main account');
});

it('fields for addresses, numbers and what may not be empty say it in those words too, wherever they stand', () => {
  const email = [errors.FORM_EMAIL_INVALID_brief, users['error.email']];
  for (const text of email) expect(text).toMatch(/^Please enter the correct email address\b/);
  const phone = [errors.FORM_PHONE_INVALID_brief, errors.PERSON_PHONE_INVALID_brief, users['error.phone']];
  for (const text of phone) expect(text).toMatch(/^Please enter a valid phone number\b/);
  expect([errors.FORM_EMAIL_EMPTY_brief, errors.FORM_PHONE_EMPTY_brief]).toEqual([
    'Email address cannot be empty',
    'Phone number cannot be empty',
  ]);
  expect([errors.FORM_FIELD_EMPTY_brief, ticket['error.required'], ticket['error.notNumber']]).toEqual([
    'Cannot be empty',
    'Cannot be empty',
    // Given as 'Imput', a slip of the pen.
    'Input a valid number',
  ]);
  expect(forms['rule.required']).toBe('{{field}} cannot be empty');
  // The field of a quantity is called Quantity.
  expect([ticket['error.noQty'], execute.params.qty, errors.ORDER_FIELD_MISSING_at_qty]).toEqual([
    'Quantity cannot be empty',
    'Quantity',
    expect.stringMatching(/^Quantity cannot be empty\. /),
  ]);
  expect([ticket['error.badQty'], forms['rule.quantity'], errors.REQUEST_INVALID_at_qty]).toEqual([
    'Invalid quantity input',
    'Invalid quantity input',
    expect.stringMatching(/^Invalid quantity input\. /),
  ]);
});

it('Chinese readers have the same in words of their own', () => {
  expect([zhCnErrors.SESSION_MISSING, zhTwErrors.SESSION_MISSING]).toEqual(['请先登录', '請先登入']);
  expect([zhCnErrors.SESSION_INVALID, zhTwErrors.SESSION_INVALID]).toEqual([
    expect.stringMatching(/^未登录/),
    expect.stringMatching(/^未登入/),
  ]);
  expect([zhCnErrors.SERVER_FAILURE, zhTwErrors.SERVER_FAILURE]).toEqual([
    expect.stringMatching(/^操作失败/),
    expect.stringMatching(/^操作失敗/),
  ]);
  expect([zhCnApp['command.failed'], zhTwApp['command.failed']]).toEqual(['操作失败', '操作失敗']);
  expect([zhCnUi['canvas.missing'], zhTwUi['canvas.missing']]).toEqual([
    '当前浏览器不支持 Canvas，请更换浏览器后重试！',
    '目前的瀏覽器不支援 Canvas，請更換瀏覽器後再試！',
  ]);
});
