"""Scripts that complete the command in a shell, made from its own parser."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def _options(parser: argparse.ArgumentParser) -> str:
    long = (option for action in parser._actions for option in action.option_strings)
    return " ".join(option for option in long if option.startswith("--"))


def _choices(parser: argparse.ArgumentParser) -> str:
    """Returns the words that stand in the place of a file."""
    actions = (action for action in parser._actions if not action.option_strings)
    return " ".join(word for action in actions for word in action.choices or ())


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Returns the script for one of `SHELLS`."""
    program = parser.prog
    commands = _commands(parser)
    if shell == "fish":
        line = f"complete -c {program} -n"
        lines = [f"{line} __fish_use_subcommand -f -a '{_choices(parser)} {_options(parser)}'"]
        for name, command in commands.items():
            words = f"{_choices(command)} {_options(command)}".strip()
            lines.append(f"{line} '__fish_seen_subcommand_from {name}' -a '{words}'")
        return "\n".join(lines)
    cases = "\n".join(
        f"    {name}) options='{_options(command)}' choices='{_choices(command)}' ;;"
        for name, command in commands.items()
    )
    # zsh reads the same function through its own emulation of bash's completion.
    start = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"""# shellcheck disable=SC2207 # zsh has no mapfile; IFS keeps file names whole
{start}_{program}() {{
  local IFS=$'\\n' options='{_options(parser)}' choices='' current=${{COMP_WORDS[COMP_CWORD]}}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(IFS=' ' && compgen -W "{_choices(parser)} $options" -- "$current"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  case $current in
    -*) COMPREPLY=($(IFS=' ' && compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current") $(IFS=' ' && compgen -W "$choices" -- "$current")) ;;
  esac
}}
complete -o filenames -F _{program} {program}"""
