/** What `make types` asks of promises and casts; the format is prettier's. */
import { join } from 'node:path'
import tseslint from 'typescript-eslint'

const off = (...rules) => Object.fromEntries(rules.map((rule) => [`@typescript-eslint/${rule}`, 'off']))

export default tseslint.config({
  extends: [tseslint.configs.recommendedTypeChecked],
  languageOptions: {
    parserOptions: { project: './tsconfig.json', tsconfigRootDir: join(import.meta.dirname, '..') },
  },
  rules: {
    // A function of an interface is async where others of it must be, and so that what it throws is a rejection.
    ...off('require-await'),
    // Lists of columns and of ids become text in statements.
    ...off('restrict-template-expressions', 'no-base-to-string'),
    // The libraries for markup export enums whose values they give as texts.
    ...off('no-unsafe-enum-comparison'),
    // What a library hands on as an error is handed on as it is.
    ...off('prefer-promise-reject-errors'),
    // It takes the methods of interfaces for functions that need `this`.
    ...off('unbound-method'),
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
})
