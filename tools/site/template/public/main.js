// Code without a language is a command or its output: a guessed language would colour it at random.
export default { configureHljs: hljs => hljs.configure({ languages: [] }) };
