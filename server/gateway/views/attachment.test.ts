import { expect, it } from 'vitest';
import { attachmentNamed } from './attachment.ts';

it('names a file in any script, and lets no name end the header', () => {
  expect(attachmentNamed('Lebenslauf.pdf')).toBe(`attachment; filename="Lebenslauf.pdf"; filename*=UTF-8''Lebenslauf.pdf`);
  expect(attachmentNamed('简历 (1).pdf')).toBe(`attachment; filename="__ (1).pdf"; filename*=UTF-8''%E7%AE%80%E5%8E%86%20%281%29.pdf`);
  expect(attachmentNamed('a"\r\nset-cookie: b=1')).toBe(
    `attachment; filename="a___set-cookie_ b_1"; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20b%3D1`,
  );
});
