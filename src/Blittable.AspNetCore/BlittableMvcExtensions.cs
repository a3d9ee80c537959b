using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore;

/// <summary>Registers the formatters of documents with MVC.</summary>
public static class BlittableMvcExtensions
{
    /// <summary>Lets actions take and return <see cref="BlittableDocument"/>.</summary>
    /// <param name="builder">The result of <c>AddControllers</c>.</param>
    /// <param name="options">How documents made of JSON are stored, and the dictionary of those that need one; memory mode if null.</param>
    /// <exception cref="ArgumentNullException"><paramref name="builder"/> is null.</exception>
    public static IMvcBuilder AddBlittable(this IMvcBuilder builder, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(builder);
        return builder.AddMvcOptions(mvc =>
        {
            // Before the formatters of JSON, which would take a document for an object with properties.
            mvc.InputFormatters.Insert(0, new BlittableInputFormatter(options));
            mvc.OutputFormatters.Insert(0, new BlittableOutputFormatter());
        });
    }
}
