import { careerRules, resumeField, resumeFormats, resumeLimitMb } from '../../../core/domain/forms/career-form.ts';
import { formIsland } from '../../../core/islands/form/form-island.ts';

export const mount = formIsland({
  rules: careerRules,
  path: '/client/base/application/career',
  captchaPath: '/client/base/form/captcha',
  termsPath: '/client/base/form/terms',
  file: { field: resumeField, mostBytes: resumeLimitMb * 1024 ** 2, formats: resumeFormats },
});
