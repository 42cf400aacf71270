import { contactRules } from '../../../core/domain/forms/contact-form.ts';
import { formIsland } from '../../../core/islands/form/form-island.ts';

export const mount = formIsland({
  rules: contactRules,
  path: '/client/base/contact',
  captchaPath: '/client/base/form/captcha',
  termsPath: '/client/base/form/terms',
});
