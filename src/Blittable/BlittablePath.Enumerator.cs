using System.Runtime.CompilerServices;
using Blittable.Paths;

namespace Blittable;

/// <content>Enumeration of all values that a path selects.</content>
public sealed partial class BlittablePath
{
    /// <summary>Enumerates the values that a path selects.</summary>
    public ref struct Enumerator
    {
        private readonly ReadOnlySpan<PathStep> _steps;
        private readonly BlittableValue _root;

        // The position of each open wildcard: its container, and the index of the next child.
        private Positions _positions;
        private int _open;
        private bool _isStarted;

        internal Enumerator(ReadOnlySpan<PathStep> steps, BlittableValue root)
        {
            _steps = steps;
            _root = root;
        }

        /// <summary>Gets the current value. Undefined before the first call to <see cref="MoveNext"/> and after it returns <see langword="false"/>.</summary>
        public BlittableValue Current { get; private set; }

        /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
        public readonly Enumerator GetEnumerator() => this;

        /// <summary>Advances to the next value. Returns <see langword="false"/> after the last value.</summary>
        public bool MoveNext()
        {
            if (!_isStarted)
            {
                _isStarted = true;
                if (TryDescend(0, _root))
                {
                    return true;
                }
            }

            while (_open > 0)
            {
                ref var position = ref _positions[_open - 1];
                if (!_root.WithAddress(position.Container, position.ShapeTable).TryGetChild(position.Next++, out var child))
                {
                    _open--;
                }
                else if (TryDescend(position.Step + 1, child))
                {
                    return true;
                }
            }

            Current = default;
            return false;
        }

        /// <summary>Follows the steps to the end or to a wildcard. A wildcard is opened, and the caller then visits its children one by one.</summary>
        private bool TryDescend(int step, BlittableValue value)
        {
            for (; step < _steps.Length; step++)
            {
                if (_steps[step].IsWildcard)
                {
                    _positions[_open++] = new Position { Step = step, Container = value.Address, ShapeTable = value.ShapeTable };
                    return false;
                }

                if (!_steps[step].TryFollow(value, out value))
                {
                    return false;
                }
            }

            Current = value;
            return true;
        }

        private struct Position
        {
            public int Step;
            public int Container;
            public int ShapeTable;
            public int Next;
        }

        [InlineArray(MaxWildcards)]
        private struct Positions
        {
            private Position _first;
        }
    }
}
