namespace Blittable.Cli;

/// <summary>Shows the progress of work that takes long.</summary>
internal interface IProgressView
{
    /// <summary>Shows the progress until the work ends. Does not throw the exceptions of the work.</summary>
    /// <param name="streams">The streams of the command.</param>
    /// <param name="work">The work.</param>
    /// <param name="working">The task that ends with the work.</param>
    Task ShowAsync(CommandStreams streams, ProgressWork work, Task working);
}
