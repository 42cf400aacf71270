const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Whatever comes from outside is text, in content and in attributes of markup. */
export const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] as string);
