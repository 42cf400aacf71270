import type { SitePageProps } from '../../core/contract/site.ts';
import { careerRules, openJobs, resumeField, resumeFormats, resumeLimitMb } from '../../core/domain/forms/career-form.ts';
import type { FormFieldTerms } from '../../core/ui/site/form/form-field.tsx';
import type { FormFileTerms } from '../../core/ui/site/form/form-file.tsx';
import { SiteForm } from '../../core/ui/site/form/site-form.tsx';
import { NarrowPage } from '../../core/ui/site/narrow-page.tsx';

export function Page({ t }: SitePageProps) {
  return (
    <NarrowPage kicker={t('label')} title={t('application.title')} lead={t('application.lead')}>
      <SiteForm
        of="application-form"
        rules={careerRules}
        fields={fieldsOf(t)}
        send={t('application.send')}
        done={{ title: t('done.title'), text: t('done.text') }}
        failed={{ title: t('failed.title'), text: t('failed.text') }}
      />
    </NarrowPage>
  );
}

function fieldsOf(t: SitePageProps['t']): readonly (FormFieldTerms | FormFileTerms)[] {
  const label = (name: keyof typeof careerRules) => ({ name, label: t(`field.${name}`) });
  return [
    { ...label('job'), options: openJobs.map((job) => ({ value: job, label: t(`job.${job}.title`) })) },
    { ...label('name'), autoComplete: 'name' },
    { ...label('email'), autoComplete: 'email', half: true },
    { ...label('phone'), autoComplete: 'tel', hint: t('hint.phone'), half: true },
    { name: resumeField, label: t('field.resume'), hint: t('hint.resume', { limitMb: resumeLimitMb }), formats: resumeFormats },
    { ...label('currentCompany'), autoComplete: 'organization' },
    { ...label('linkedinUrl'), half: true },
    { ...label('githubUrl'), half: true },
    { ...label('portfolioUrl'), half: true },
    { ...label('otherUrl'), half: true },
    { ...label('coverLetter'), lines: 8 },
  ];
}
