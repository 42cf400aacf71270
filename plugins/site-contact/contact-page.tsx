import type { SitePageProps } from '../../core/contract/site.ts';
import { contactAssetRanges, contactBusinesses, contactInterests, contactRules } from '../../core/domain/forms/contact-form.ts';
import type { FormFieldTerms } from '../../core/ui/site/form/form-field.tsx';
import { regionOptions } from '../../core/ui/site/form/region-options.ts';
import { SiteForm } from '../../core/ui/site/form/site-form.tsx';
import { NarrowPage } from '../../core/ui/site/narrow-page.tsx';

export function Page({ t, language }: SitePageProps) {
  return (
    <NarrowPage title={t('page.title')} lead={t('lead')}>
      <SiteForm
        of="contact-form"
        rules={contactRules}
        fields={fieldsOf(t, language)}
        send={t('send')}
        done={{ title: t('done.title'), text: t('done.text') }}
        failed={{ title: t('failed.title'), text: t('failed.text') }}
      />
    </NarrowPage>
  );
}

function fieldsOf(t: SitePageProps['t'], language: string): readonly FormFieldTerms[] {
  const label = (name: keyof typeof contactRules) => ({ name, label: t(`field.${name}`) });
  const options = (values: readonly string[]) => values.map((value) => ({ value, label: t(`option.${value}`) }));
  const names: readonly FormFieldTerms[] = [
    { ...label('firstName'), autoComplete: 'given-name', half: true },
    { ...label('lastName'), autoComplete: 'family-name', half: true },
  ];
  return [
    // In Chinese the name of the family comes first.
    ...(language === 'en' ? names : names.toReversed()),
    { ...label('email'), autoComplete: 'email' },
    { ...label('telegram'), hint: t('hint.telegram') },
    { ...label('company'), autoComplete: 'organization', half: true },
    { ...label('position'), autoComplete: 'organization-title', half: true },
    { ...label('interest'), options: options(contactInterests) },
    { ...label('business'), options: options(contactBusinesses) },
    { ...label('assetRange'), options: options(contactAssetRanges), half: true },
    { ...label('country'), options: regionOptions(language), autoComplete: 'country-name', half: true },
  ];
}
