export const chapters = import.meta.glob<string>('../../chapters/en/*/*.md', { eager: true, query: '?raw', import: 'default' });
