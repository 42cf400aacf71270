export const chapters = import.meta.glob<string>('../../chapters/zh-TW/*/*.md', { eager: true, query: '?raw', import: 'default' });
