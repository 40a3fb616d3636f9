/** The lint rules of `make types` for promises and casts; prettier does the formatting. */
import { join } from 'node:path'
import tseslint from 'typescript-eslint'

const off = (...rules) => Object.fromEntries(rules.map((rule) => [`@typescript-eslint/${rule}`, 'off']))

export default tseslint.config({
  extends: [tseslint.configs.recommendedTypeChecked],
  languageOptions: {
    parserOptions: { project: './tsconfig.json', tsconfigRootDir: join(import.meta.dirname, '..') },
  },
  rules: {
    // A method of an interface is async if other implementations are, and so that its errors become rejections.
    ...off('require-await'),
    // Lists of columns and of ids become text in statements.
    ...off('restrict-template-expressions', 'no-base-to-string'),
    // The libraries for markup export enums, but return their values as texts.
    ...off('no-unsafe-enum-comparison'),
    // Errors from libraries are passed on unchanged.
    ...off('prefer-promise-reject-errors'),
    // It treats the methods of interfaces as functions that need `this`.
    ...off('unbound-method'),
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
})
