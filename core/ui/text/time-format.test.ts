import { describe, expect, it } from 'vitest';
import { isTest, readSource, sourceFiles } from '../../../tests/architecture/reading/source-files.ts';

/** Where times become text, and who may do it elsewhere. */
const allowedFiles: Readonly<Record<string, string>> = {
  'core/ui/text/format.ts': 'the one place for pages',
  'core/domain/calendar/zone-time.ts': 'reckons with the clocks of zones',
  'core/ui/filter/time-range.ts': 'reckons with the days of a zone',
  'core/ui/date/calendar.tsx': 'names months and weekdays of dates without a zone',
  'plugins/site-home/islands/announcements.ts': 'the public site has no user whose zone it could obey',
  'app/pages/settings/zones.ts': 'says how far zones are from UTC',
  'core/client/settings/regional.ts': 'asks whether the device knows a zone',
  'app/workbench/client-services.ts': 'asks the device for its own zone',
};

const own =
  /toLocale(Date|Time)String|\.toLocaleString\(|DateTimeFormat\(|\.get(Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)\(/;
const writes = (source: string): readonly string[] =>
  source.split('\n').flatMap((line, at) => (own.test(line) ? [`line ${at + 1}: ${line.trim()}`] : []));

describe('times', () => {
  it('are written by format.ts alone, which takes the zone that the user has chosen', () => {
    const checked = sourceFiles().filter((file) => /^(app|plugins|core)\//.test(file) && !isTest(file) && !/\/testing\//.test(file));
    const found = checked
      .filter((file) => allowedFiles[file] === undefined)
      .flatMap((file) => writes(readSource(file)).map((use) => `${file}, ${use}`));
    expect(found, 'use TimeText, formatTime, formatDay, formatClock or formatStamp of core/ui with preferences.timeZone').toEqual([]);
    const needless = Object.keys(allowedFiles).filter((file) => writes(readSource(file)).length === 0);
    expect(needless, 'no longer need to be allowed').toEqual([]);
  });

  it('take the zone from the preferences wherever they are written', () => {
    // A day of figures that come by the day is a date and no time: it is the same in every zone.
    const isWriter = /\bformat(Clock|Time|Stamp)\(|\bformatDay\((?!.*'UTC'\))/;
    const without = sourceFiles().filter((file) => {
      if (!/^(app|plugins)\//.test(file) || isTest(file)) return false;
      const source = readSource(file);
      return isWriter.test(source) && !/[zZ]one/.test(source);
    });
    expect(without).toEqual([]);
  });

  it.each([
    'new Date(timeMs).toLocaleTimeString()',
    'time.getHours()',
    'new Intl.DateTimeFormat(language)',
    'date.toLocaleString()',
  ])('are found where a file writes them by itself: %s', (source) => {
    expect(writes(source)).toHaveLength(1);
  });
});
