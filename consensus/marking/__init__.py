"""The rules that turn markings into truths, as pure functions (docs/rules-of-marking.md)."""
