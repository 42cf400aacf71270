/** What a browser says it is, in the two words that people know it by; null where it says nothing that we know. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** In this order: most browsers also call themselves by the names of those below them. */
const browsers: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(MicroMessenger)\//, 'WeChat'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
  [/\bpython/i, 'Python'],
  [/^node$|\bnode\b|undici/i, 'Node.js'],
];
const systems: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstOf = (list: typeof browsers, text: string): string | null => list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Whether what a device is called, by {@link deviceName}, says that it is a phone or a tablet. */
export const isHandheld = (name: string): boolean => /\b(iPhone|iPad|Android)$/.test(name);

export const deviceOf = (userAgent: string): Device => ({ browser: firstOf(browsers, userAgent), system: firstOf(systems, userAgent) });

/** `Chrome, Windows`: in words of ours, so that what stands in a letter is not chosen by whoever signs in. Null: nothing known. */
export function deviceName(userAgent: string): string | null {
  const { browser, system } = deviceOf(userAgent);
  const said = [browser, system].filter((one) => one !== null);
  return said.length === 0 ? null : said.join(', ');
}
