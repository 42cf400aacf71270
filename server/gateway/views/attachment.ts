/** Browsers read `filename*` (RFC 8187); the other is for programs that know no better. */
export const attachmentNamed = (name: string): string =>
  `attachment; filename="${name.replace(/[^ \w.()-]/g, '_')}"; filename*=UTF-8''${encoded(name)}`;

const encoded = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
