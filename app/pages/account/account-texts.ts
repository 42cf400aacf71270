export const accountTexts: Readonly<Record<string, object>> = import.meta.glob('../../../locales/*/account.json', {
  eager: true,
  import: 'default',
});
