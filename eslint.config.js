import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: ['dist/', 'data/', 'pictures/', '**/*.cjs', '**/*.js'],
  },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-console': 'error',
      // One dialect: arrow functions in constants, one import a module, plain members, errors that name themselves.
      'no-duplicate-imports': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='URL'][property.name='canParse']",
          message: 'Use parseUrl of src/lib/url.ts: URL.canParse is wrong on Node 20 and 22.',
        },
        {
          selector: ':matches(Program, ExportNamedDeclaration) > FunctionDeclaration[generator=false]',
          message: 'Write functions as arrow functions in constants.',
        },
        {
          selector: 'TSPropertySignature[readonly=true]',
          message: 'Nothing mutates what it was handed: leave out readonly, and mark lists as readonly T[].',
        },
        {
          selector: "AssignmentExpression[left.object.type='ThisExpression'][left.property.name='name']",
          message: "Name an error with override name = 'NameOfTheClass'.",
        },
        {
          selector:
            "ClassDeclaration[superClass.name=/Error$/][abstract!=true] > ClassBody:not(:has(> PropertyDefinition[key.name='name']))",
          message: "Name an error with override name = 'NameOfTheClass'.",
        },
      ],
      // A handler that returns nothing may hand back what returns nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreVoidReturningFunctions: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    // A test file is one list of facts: its length says nothing about its quality.
    files: ['test/**', 'bench/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Lists of parts, read like tables of contents.
    files: ['src/app/opening/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    // Programs that a person runs in a terminal talk to the terminal.
    files: ['sandbox/demo/**', 'bench/**', 'test/fuzz/index.ts'],
    rules: { 'no-console': 'off' },
  },
);
