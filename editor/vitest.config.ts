import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['page/**/*.test.ts', 'page/**/*.test.tsx', 'tests/**/*.test.ts'], testTimeout: 240000, hookTimeout: 240000 },
});
