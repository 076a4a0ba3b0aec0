// eslint.config.mjs -- what the page's sources and the scripts of its tests are held to.
//
// tests/web/browser.sh runs it from this folder, by what npm has put elsewhere.  Beside the usual: a word that is
// shown to people stands in src/texts.ts and nowhere else, so that a translation is one file.
import js from "@eslint/js";
import ts from "typescript-eslint";

const WORDS = "/[A-Za-z]{2}/";
const told = [
    `CallExpression[callee.name=/^(h|s)$/] > Literal:not(:nth-child(1)):not(:nth-child(2))[value=${WORDS}]`,
    `CallExpression[callee.name=/^(h|s)$/] > TemplateLiteral > TemplateElement[value.raw=${WORDS}]`,
    `CallExpression[callee.name=/^(button|message)$/] > Literal:nth-child(1)[value=${WORDS}]`,
    `Property[key.value="aria-label"] > Literal.value`,
    `Property[key.name=/^(title|placeholder|alt)$/] > Literal.value[value=${WORDS}]`,
    `AssignmentExpression[left.property.name=/^(textContent|innerText|title)$/] > Literal[value=${WORDS}]`,
];
const browserAndNode = [
    ..."AbortSignal URL WebSocket clearTimeout console document fetch innerWidth location performance".split(" "),
    ..."process requestAnimationFrame setTimeout sessionStorage localStorage window getComputedStyle".split(" "),
];

export default ts.config(
    js.configs.recommended,
    {files: ["tests/*.ts"], extends: [ts.configs.strict, ts.configs.stylistic]},
    {
        files: ["src/**/*.ts"],
        extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
        languageOptions: {parserOptions: {project: "tsconfig.json", tsconfigRootDir: process.cwd()}},
        rules: {
            "no-restricted-properties": [
                "error",
                ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write"].map((property) => ({
                    property,
                    message: "Text is set as text, so that no name becomes markup.",
                })),
            ],
            // A listener may be one call; an empty name stands for none; cells and marks are plain letters.
            "@typescript-eslint/no-confusing-void-expression": ["error", {ignoreArrowShorthand: true}],
            "@typescript-eslint/prefer-nullish-coalescing": ["error", {ignorePrimitives: {string: true}}],
            "@typescript-eslint/no-misused-spread": ["error", {allow: ["string"]}],
            "@typescript-eslint/non-nullable-type-assertion-style": "off",
            "@typescript-eslint/restrict-plus-operands": ["error", {allowNumberAndString: true}],
            "@typescript-eslint/restrict-template-expressions": ["error", {allowNumber: true}],
        },
    },
    {
        files: ["src/**/*.ts"],
        ignores: ["src/texts.ts"],
        rules: {
            "no-restricted-syntax": [
                "error",
                ...told.map((selector) => ({selector, message: "Words for people stand in texts.ts."})),
            ],
        },
    },
    {
        files: ["**/*.mjs"],
        languageOptions: {globals: Object.fromEntries(browserAndNode.map((name) => [name, "readonly"]))},
    },
);
